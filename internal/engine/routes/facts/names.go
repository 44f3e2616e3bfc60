package facts

import "strings"

// LastName returns the part after the last dot or backslash.
func LastName(name string) string { return name[strings.LastIndexAny(name, `.\`)+1:] }

// Short condenses a text to one readable line.
func Short(text string) string {
	text = strings.Join(strings.Fields(text[:min(len(text), 400)]), " ")
	if len(text) > 80 {
		text = text[:79] + "…"
	}
	return strings.ToValidUTF8(text, "")
}

// LastPart returns the part after the last slash.
func LastPart(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// Singular returns the singular of an English noun, by the common rules only.
func Singular(name string) string {
	switch {
	case strings.HasSuffix(name, "ies"):
		return name[:len(name)-3] + "y"
	case strings.HasSuffix(name, "sses"), strings.HasSuffix(name, "xes"), strings.HasSuffix(name, "ches"), strings.HasSuffix(name, "shes"), strings.HasSuffix(name, "uses"):
		return name[:len(name)-2]
	case strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss"):
		return name[:len(name)-1]
	}
	return name
}
