package sarif

import "io"

// maxToken is how many bytes of a text, a number or a stretch of white space are kept.
const maxToken = 64 << 10

// condensed is a JSON document whose long tokens are cut short: the decoder holds each
// token as a whole, and one can be as long as the document. It stays JSON if it was. What
// is cut out of a text is not checked; the sandboxed process that reads the document does.
type condensed struct {
	in     io.Reader
	run    int  // bytes of the token so far
	space  bool // it is white space
	text   bool // it is a text
	slash  bool // after the backslash of an escape sequence in it
	digits int  // that are still to come in that
	cut    bool // the rest of the text is dropped
}

func (c *condensed) Read(p []byte) (int, error) {
	for {
		n, err := c.in.Read(p)
		if kept := c.condense(p[:n]); kept > 0 || err != nil || n == 0 {
			return kept, err
		}
	}
}

// condense moves what is kept to the front and returns how much that is.
func (c *condensed) condense(p []byte) int {
	kept := 0
	for _, b := range p {
		if c.keep(b) {
			p[kept] = b
			kept++
		}
	}
	return kept
}

func (c *condensed) keep(b byte) bool {
	if c.text {
		return c.keepOfText(b)
	}
	switch b {
	case '"':
		c.text, c.cut, c.run, c.space = true, false, 0, false
		return true
	case '{', '}', '[', ']', ':', ',':
		c.run, c.space = 0, false
		return true
	}
	if space := b == ' ' || b == '\n' || b == '\t' || b == '\r'; space != c.space {
		c.run, c.space = 0, space
	}
	c.run++
	return c.run <= maxToken
}

// keepOfText keeps or drops an escape sequence as a whole.
func (c *condensed) keepOfText(b byte) bool {
	c.run++
	switch {
	case c.slash:
		if c.slash = false; b == 'u' {
			c.digits = 4
		}
	case c.digits > 0:
		c.digits--
	case b == '"':
		c.text, c.run = false, 0
		return true
	default:
		c.cut, c.slash = c.run > maxToken, b == '\\'
	}
	return !c.cut
}
