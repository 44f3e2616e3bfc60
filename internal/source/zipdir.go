package source

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
)

// The end of a zip file says where its directory is and how many entries it has.
// archive/zip believes what it finds and keeps every entry in memory, and other
// programs look elsewhere when the parts disagree. So before it may read, the
// parts must agree to the byte: nothing between directory and end, nothing after
// the end, as many entries as announced.
const (
	endLen       = 22
	end64Len     = 56
	locator64Len = 20
	headerLen    = 46
	maxComment   = 1<<16 - 1
	maxDirectory = 48 << 20 // it is kept in memory; 200,000 files of usual names have less

	endSignature       = 0x06054b50
	end64Signature     = 0x06064b50
	locator64Signature = 0x07064b50
	headerSignature    = 0x02014b50
)

var (
	errZipFormat    = errors.New("the parts of the zip file do not fit together")
	errZipDirectory = errors.New("the directory of the zip file is too large")
)

// checkZipDirectory counts the entries of a zip file without keeping any. It
// stops at most+1.
func checkZipDirectory(r io.ReaderAt, size int64, most int) (int, error) {
	offset, length, records, err := findZipDirectory(r, size)
	if err != nil {
		return 0, err
	}
	if records > uint64(most) {
		return most + 1, nil
	}
	if length > maxDirectory {
		return 0, errZipDirectory
	}
	b := bufio.NewReaderSize(io.NewSectionReader(r, offset, length), 64<<10)
	n := 0
	for left := length; left > 0; n++ {
		h, err := b.Peek(headerLen)
		if err != nil || binary.LittleEndian.Uint32(h) != headerSignature || uint64(n) == records {
			return 0, errZipFormat
		}
		skip := headerLen + int(binary.LittleEndian.Uint16(h[28:])) + int(binary.LittleEndian.Uint16(h[30:])) + int(binary.LittleEndian.Uint16(h[32:]))
		if left -= int64(skip); left < 0 {
			return 0, errZipFormat
		}
		if _, err := b.Discard(skip); err != nil {
			return 0, errZipFormat
		}
	}
	if uint64(n) != records {
		return 0, errZipFormat
	}
	return n, nil
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
			le.Uint32(locator) != locator64Signature || le.Uint64(locator[8:]) != uint64(start) || le.Uint64(b[24:]) != le.Uint64(b[32:]) {
			return 0, 0, 0, errZipFormat
		}
		records, length64, offset64, at = le.Uint64(b[32:]), le.Uint64(b[40:]), le.Uint64(b[48:]), start
	}
	if length64 > uint64(at) || offset64 != uint64(at)-length64 {
		return 0, 0, 0, errZipFormat
	}
	return int64(offset64), int64(length64), records, nil
}
