package embedded

import "bytes"

// blank returns spaces in lines as long as those of a text.
func blank(src []byte) []byte {
	out := bytes.Repeat([]byte{' '}, len(src))
	for i, b := range src {
		if b == '\n' || b == '\r' {
			out[i] = b
		}
	}
	return out
}
