package netguard

import (
	"fmt"
	"strconv"
	"strings"
)

// Ports is a set of ports, as ranges.
type Ports []portRange

type portRange struct{ first, last uint16 }

// AnyPort contains every port.
var AnyPort = Ports{{1, 65535}}

// ParsePorts parses a list such as "443, 8443, 9000-9010". An empty one is AnyPort.
func ParsePorts(list string) (Ports, error) {
	if strings.TrimSpace(list) == "" {
		return AnyPort, nil
	}
	var ports Ports
	for s := range strings.SplitSeq(list, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(s), "-")
		if !isRange {
			last = first
		}
		a, errA := strconv.ParseUint(first, 10, 16)
		b, errB := strconv.ParseUint(last, 10, 16)
		if errA != nil || errB != nil || a == 0 || a > b {
			return nil, fmt.Errorf("%q is not a port such as 443, or a range such as 9000-9010", s)
		}
		ports = append(ports, portRange{uint16(a), uint16(b)})
	}
	return ports, nil
}

func (p Ports) has(port uint16) bool {
	for _, r := range p {
		if r.first <= port && port <= r.last {
			return true
		}
	}
	return false
}

func (p Ports) String() string {
	words := make([]string, len(p))
	for i, r := range p {
		words[i] = strconv.Itoa(int(r.first))
		if r.last > r.first {
			words[i] += "-" + strconv.Itoa(int(r.last))
		}
	}
	return strings.Join(words, ", ")
}
