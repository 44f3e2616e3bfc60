package examine

// Introduced separates the findings that a change introduced from those that were there
// before, even if in a renamed file or function.
func Introduced(findings, before []*Entry, files Renames) (introduced, inherited []*Entry) {
	there := map[Key]int{}
	for _, e := range before {
		there[e.Key]++
	}
	for _, e := range findings {
		if k := e.Renamed(files); there[k] > 0 {
			there[k]--
			inherited = append(inherited, e)
		} else {
			introduced = append(introduced, e)
		}
	}
	left := map[Key]int{}
	for k, n := range there {
		left[k.WithoutSymbol()] += n
	}
	findings, introduced = introduced, nil
	for _, e := range findings {
		if k := e.Renamed(files).WithoutSymbol(); left[k] > 0 {
			left[k]--
			inherited = append(inherited, e)
		} else {
			introduced = append(introduced, e)
		}
	}
	return introduced, inherited
}

// LeaveOut removes the findings that were there before, even in a renamed function or file:
// renamed maps new paths to old ones.
func (l *Findings) LeaveOut(before *Findings, renamed map[string]string) {
	l.entries, _ = Introduced(l.entries, before.entries, NewRenames(renamed))
}
