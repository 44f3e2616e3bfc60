//! A crate.
use std::{collections::HashMap, fmt};

/// An order.
#[derive(Debug, Clone)]
pub struct Order<'a, T: fmt::Display> {
    id: u64,
    lines: Vec<&'a T>,
}

impl<'a, T: fmt::Display> Order<'a, T> {
    pub async fn total(&mut self, f: impl Fn(&T) -> u64) -> Result<u64, String> {
        let mut sum = 0u64;
        for (i, line) in self.lines.iter().enumerate().filter(|(i, _)| *i > 0) {
            sum += match f(line) {
                0 => return Err(format!("line {}: {}", i, line)),
                n @ 1..=9 if n != 5 => n,
                _ => unsafe { *std::ptr::null() },
            };
        }
        if let Some(x) = self.lines.first() { println!("{x}"); }
        Ok(sum? as u64)
    }
}

macro_rules! twice { ($e:expr) => { $e + $e }; }
