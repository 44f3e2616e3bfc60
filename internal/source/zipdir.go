package source

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
)

// The end of a zip file says where its directory is and how many entries it has.
// Programs look elsewhere when the parts disagree, each in its own way, so the parts
// must agree to the byte: nothing between directory and end, nothing after the end,
// as many entries as announced.
//
// archive/zip keeps all entries in memory, 700 bytes for each, so the directory is
// read here instead, entry by entry, and as often as it is needed.
const (
	endLen        = 22
	end64Len      = 56
	locator64Len  = 20
	headerLen     = 46
	localLen      = 30
	descriptorLen = 16
	maxComment    = 1<<16 - 1
	maxHeader     = headerLen + 3*(1<<16-1)
	maxDirectory  = 48 << 20 // 200,000 files of usual names have less

	endSignature        = 0x06054b50
	end64Signature      = 0x06064b50
	locator64Signature  = 0x07064b50
	headerSignature     = 0x02014b50
	localSignature      = 0x04034b50
	descriptorSignature = 0x08074b50

	zip64Extra = 1 // the note with numbers that are too large for a header
)

var (
	errZipFormat    = errors.New("the parts of the zip file do not fit together")
	errZipDirectory = errors.New("the directory of the zip file is too large")
)

// zipDirectory is the directory of a zip file: where it is, not what is in it.
type zipDirectory struct {
	r              io.ReaderAt
	offset, length int64
	records        uint64
}

// zipEntry is what the directory says of a file.
type zipEntry struct {
	name           string
	flags, method  uint16
	sum            uint32 // CRC-32 of the content
	packed, size   uint64
	externalAttrs  uint32
	header         uint64 // where its own header is, which comes before its bytes
	fromDescriptor bool   // what follows the bytes says their sum once more
}

// each calls visit for each entry.
func (d zipDirectory) each(visit func(zipEntry) error) error {
	b := bufio.NewReaderSize(io.NewSectionReader(d.r, d.offset, d.length), maxHeader)
	n := uint64(0)
	for left := d.length; left > 0; n++ {
		h, err := b.Peek(headerLen)
		if err != nil || binary.LittleEndian.Uint32(h) != headerSignature || n == d.records {
			return errors.Join(err, errZipFormat)
		}
		name, extra, comment := int(binary.LittleEndian.Uint16(h[28:])), int(binary.LittleEndian.Uint16(h[30:])), int(binary.LittleEndian.Uint16(h[32:]))
		all := headerLen + name + extra + comment
		if left -= int64(all); left < 0 {
			return errZipFormat
		}
		if h, err = b.Peek(all); err != nil {
			return errors.Join(err, errZipFormat)
		}
		e, err := readZipEntry(h[:headerLen], h[headerLen:headerLen+name], h[headerLen+name:headerLen+name+extra])
		if err != nil {
			return err
		}
		if err := visit(e); err != nil {
			return err
		}
		_, _ = b.Discard(all) // all of it is there
	}
	if n != d.records {
		return errZipFormat
	}
	return nil
}

func readZipEntry(h, name, extra []byte) (zipEntry, error) {
	const large = 1<<32 - 1 // the true number is in a note
	le := binary.LittleEndian
	e := zipEntry{
		name: string(name), flags: le.Uint16(h[8:]), method: le.Uint16(h[10:]), sum: le.Uint32(h[16:]),
		packed: uint64(le.Uint32(h[20:])), size: uint64(le.Uint32(h[24:])), externalAttrs: le.Uint32(h[38:]), header: uint64(le.Uint32(h[42:])),
	}
	e.fromDescriptor = e.flags&(1<<3) != 0
	var wanted []*uint64 // in the order in which the note has them
	for _, number := range []*uint64{&e.size, &e.packed, &e.header} {
		if *number == large {
			wanted = append(wanted, number)
		}
	}
	for len(wanted) > 0 && len(extra) >= 4 {
		id, length := le.Uint16(extra), int(le.Uint16(extra[2:]))
		if extra = extra[4:]; len(extra) < length {
			break
		}
		note := extra[:length]
		extra = extra[length:]
		if id != zip64Extra {
			continue
		}
		if len(note) < 8*len(wanted) {
			return e, errZipFormat
		}
		for i, number := range wanted {
			*number = le.Uint64(note[8*i:])
		}
		return e, nil
	}
	// A file of just that size needs no note.
	if len(wanted) > 0 && (len(wanted) > 1 || wanted[0] != &e.size) {
		return e, errZipFormat
	}
	return e, nil
}

// body returns where the bytes of a file lie. They must be before the directory.
func (d zipDirectory) body(e zipEntry) (from, to int64, err error) {
	var h [localLen]byte
	if e.header > uint64(d.offset) {
		return 0, 0, errZipFormat
	}
	if _, err := d.r.ReadAt(h[:], int64(e.header)); err != nil || binary.LittleEndian.Uint32(h[:]) != localSignature {
		return 0, 0, errors.Join(err, errZipFormat)
	}
	from = int64(e.header) + localLen + int64(binary.LittleEndian.Uint16(h[26:])) + int64(binary.LittleEndian.Uint16(h[28:]))
	if from > d.offset || e.packed > uint64(d.offset-from) {
		return 0, 0, errZipFormat
	}
	return from, from + int64(e.packed), nil
}

// describes reports whether what follows the bytes of a file says the same sum as the
// directory. A signature may come before it or not.
func (d zipDirectory) describes(e zipEntry, at int64) bool {
	var b [descriptorLen]byte
	n, _ := d.r.ReadAt(b[:], at)
	sum := b[:n]
	if n >= 4 && binary.LittleEndian.Uint32(sum) == descriptorSignature {
		sum = sum[4:]
	}
	return len(sum) >= 12 && binary.LittleEndian.Uint32(sum) == e.sum
}

// openZipDirectory finds the directory of a zip file.
func openZipDirectory(r io.ReaderAt, size int64) (zipDirectory, error) {
	offset, length, records, err := findZipDirectory(r, size)
	if err == nil && length > maxDirectory {
		err = errZipDirectory
	}
	return zipDirectory{r, offset, length, records}, err
}

// findZipDirectory returns where the directory lies and how many entries it is
// said to have.
func findZipDirectory(r io.ReaderAt, size int64) (offset, length int64, records uint64, err error) {
	tail := make([]byte, min(size, endLen+maxComment))
	if _, err := r.ReadAt(tail, size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return 0, 0, 0, err
	}
	i := len(tail) - endLen
	for i >= 0 && binary.LittleEndian.Uint32(tail[i:]) != endSignature {
		i--
	}
	if i < 0 {
		return 0, 0, 0, errZipFormat
	}
	le, end := binary.LittleEndian, tail[i:]
	at := size - int64(len(tail)) + int64(i)
	disk, dirDisk, here, all := le.Uint16(end[4:]), le.Uint16(end[6:]), le.Uint16(end[8:]), le.Uint16(end[10:])
	length64, offset64 := uint64(le.Uint32(end[12:])), uint64(le.Uint32(end[16:]))
	records = uint64(all)
	if endLen+int(le.Uint16(end[20:])) != len(end) || here != all || (disk|dirDisk) != 0 {
		return 0, 0, 0, errZipFormat
	}
	if all == 1<<16-1 || length64 == 1<<32-1 || offset64 == 1<<32-1 {
		// Numbers too large for this record are in another one before it.
		b := make([]byte, end64Len+locator64Len)
		start := at - int64(len(b))
		if start < 0 {
			return 0, 0, 0, errZipFormat
		}
		if _, err := r.ReadAt(b, start); err != nil {
			return 0, 0, 0, err
		}
		locator := b[end64Len:]
		if le.Uint32(b) != end64Signature || le.Uint64(b[4:]) != end64Len-12 || le.Uint64(b[16:]) != 0 ||
			le.Uint32(locator) != locator64Signature || le.Uint32(locator[4:]) != 0 || le.Uint32(locator[16:]) != 1 || // disks
			le.Uint64(locator[8:]) != uint64(start) || le.Uint64(b[24:]) != le.Uint64(b[32:]) {
			return 0, 0, 0, errZipFormat
		}
		records, length64, offset64, at = le.Uint64(b[32:]), le.Uint64(b[40:]), le.Uint64(b[48:]), start
	}
	if length64 > uint64(at) || offset64 != uint64(at)-length64 {
		return 0, 0, 0, errZipFormat
	}
	return int64(offset64), int64(length64), records, nil
}
