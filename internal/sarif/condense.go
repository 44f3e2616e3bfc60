package sarif

import "io"

// maxToken limits the bytes kept of a string, a number, or a run of white space.
const maxToken = 64 << 10

// condensed is a JSON document with long tokens truncated: the decoder buffers whole tokens,
// and one can be as long as the document. Valid JSON stays valid. What is cut from a string is
// not checked here, but by the sandboxed process that reads the document.
type condensed struct {
	in     io.Reader
	run    int  // length of the current token so far
	space  bool // the token is white space
	text   bool // the token is a string
	slash  bool // after the backslash of an escape sequence
	digits int  // digits left in a \u escape
	cut    bool // the rest of the string is dropped
}

func (c *condensed) Read(p []byte) (int, error) {
	for {
		n, err := c.in.Read(p)
		if kept := c.condense(p[:n]); kept > 0 || err != nil || n == 0 {
			return kept, err
		}
	}
}

// condense moves the kept bytes to the front and returns their number.
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
