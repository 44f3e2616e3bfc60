package taint

import "slices"

// Methods that call a function with the elements of their object, by what they make of it.

// passesElements are all of them.
var passesElements = set("map forEach filter flatMap each then reduce some every find findIndex findLast sort each_with_index collect select reject inject catch " +
	"ForEach Select SelectMany Where Any All First FirstOrDefault Single SingleOrDefault Last LastOrDefault let also apply run use ifPresent mapNotNull each_pair any all detect flat_map and_then map_err " +
	"unwrap_or_else foreach anyMatch allMatch noneMatch takeWhile TakeWhile find_all")

// turns are methods that return what the function returns.
var turns = set("map flatMap flat_map Select SelectMany collect mapNotNull then and_then")

// filters are those that return elements for which the function returns true, or whether there are any.
var filters = set("filter find findIndex findLast some every Where Any All First FirstOrDefault Single SingleOrDefault Last LastOrDefault select detect any all anyMatch allMatch noneMatch takeWhile TakeWhile find_all")

// elements is what a function is called with that is given to a method of an object.
func (r *run) elements(object *value, called string) func(i int) *value {
	element := r.field(object, anyElement)
	indexed := r.traits.indexes && called != "then" && (turns[called] || filters[called])
	return func(i int) *value {
		if indexed && i == 1 {
			return nil // the position
		}
		return element
	}
}

// leaves tells whether nothing of an object goes into what a method returns, but by the function that it
// calls: that makes something else of each element, or lets none pass that it did not check.
func (r *run) leaves(called string, args []argument) bool {
	if len(args) == 0 || !turns[called] && !filters[called] && called != "reject" {
		return false
	}
	f, ok := r.literalIn(args[0].node)
	if !ok || len(r.functions[f].params) == 0 && !r.traits.indexes { // there may be a name for the element that is not written
		return false
	}
	if turns[called] {
		_, walked := r.literals[f]
		return walked
	}
	checked := r.judged[f][1]
	if called == "reject" {
		checked = r.judged[f][0]
	}
	if len(r.functions[f].params) == 0 {
		return false
	}
	w, ok := r.paramName(r.functions[f].params[0])
	return ok && checked != nil && slices.ContainsFunc(*checked, func(s spot) bool { return s.root == w && len(s.path) == 0 })
}

// finds are methods that tell whether the function returns true for some element; noneMatch tells the opposite.
var finds = set("some any Any Exists anyMatch noneMatch")

// foundBy is what a call of such a method tells: if the function returned true for an element,
// what it checked of the variables around it holds.
func (r *run) foundBy(called string, args []argument) {
	if !finds[called] || len(args) == 0 || r.pending == nil {
		return
	}
	f, ok := r.literalIn(args[0].node)
	if !ok || r.judged[f][1] == nil {
		return
	}
	for _, s := range *r.judged[f][1] {
		if !r.hasParam(&r.functions[f], s.root) {
			*r.pending = append(*r.pending, check{s, called != "noneMatch"})
		}
	}
}
