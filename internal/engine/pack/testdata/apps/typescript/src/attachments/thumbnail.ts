import { exec, execFile } from 'node:child_process';

// Name and size are of a form, see attachments.controller.ts.
export function thumbnail(name: string, size: string): void {
  exec(`convert ${name} -resize ${size} out.png`); // finds: javascript-command-injection
}

export function thumbnailOf(name: string, size: number): void {
  execFile('convert', ['--', name, '-resize', String(size), 'out.png']); // safe: javascript-command-injection
}
