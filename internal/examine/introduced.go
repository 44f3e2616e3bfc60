package examine

// Introduced divides findings into those that a change introduced and those that were
// there before it, be it in a file or a function of another name.
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
