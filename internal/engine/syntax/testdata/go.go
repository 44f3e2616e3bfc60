package shop

import (
	"fmt"
	str "strings"
)

// Order is an order.
type Order[T any] struct {
	ID    int `json:"id"`
	Lines []T
}

func (o *Order[T]) Total(f func(T) int) (sum int, err error) {
	defer func() { recover() }()
	for i, line := range o.Lines {
		switch n := f(line); {
		case n < 0:
			return 0, fmt.Errorf("line %d: %v", i, line)
		default:
			sum += n
		}
	}
	go func(c chan<- int) { c <- sum }(make(chan int, 1))
	return sum, nil
}

var upper = str.ToUpper(`raw` + "text\n")
