// Package model asks a language model about the findings of a local scan, without a server. Start
// with Look. Settings come from the environment, and answers are kept in a folder of the user. It
// knows neither how findings are shown nor how the model is asked: that is review's.
package model
