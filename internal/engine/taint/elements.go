package taint

import "slices"

// Methods that call a function for each element of their receiver, by what they do with its result.

// passesElements are all of them.
var passesElements = set("map forEach filter flatMap each then reduce some every find findIndex findLast sort each_with_index collect select reject inject catch " +
	"ForEach Select SelectMany Where Any All First FirstOrDefault Single SingleOrDefault Last LastOrDefault let also apply run use ifPresent mapNotNull each_pair any all detect flat_map and_then map_err " +
	"unwrap_or_else foreach anyMatch allMatch noneMatch takeWhile TakeWhile find_all tap yield_self filter_map sort_by group_by max_by min_by each_slice each_value each_key each_char each_line " +
	"reverse_each each_with_object find_each transform_values partition sum findLastIndex reduceRight finally peek mapToObj ifPresentOrElse thenApply thenAccept thenCompose doOnNext subscribe concatMap switchMap " +
	"ConvertAll FindAll Find Exists TrueForAll OrderBy GroupBy ToDictionary Aggregate ContinueWith")

// turns are methods that return the results of the function.
var turns = set("map flatMap flat_map Select SelectMany collect mapNotNull then and_then")

// filters are those that return the elements for which the function returns true, or false for reject, or report
// whether there are any.
var filters = set("filter reject find findIndex findLast some every Where Any All First FirstOrDefault Single SingleOrDefault Last LastOrDefault select detect any all anyMatch allMatch noneMatch takeWhile TakeWhile find_all")

// overArguments are functions that take a callback and the elements to call it with. They map or filter like
// the methods named here.
var overArguments = map[string]string{"array_map": "map", "array_filter": "filter", "map": "map", "filter": "filter", "array_walk": "forEach", "array_reduce": "reduce", "usort": "sort"}

// elements returns the arguments for a callback that is passed to a method.
func (r *run) elements(object *value, called string) func(i int) *value {
	element := r.field(object, anyElement)
	indexed := r.traits.indexes && called != "then" && (turns[called] || filters[called])
	return func(i int) *value {
		if indexed && i == 1 {
			return nil // the index
		}
		return element
	}
}

// leaves reports whether elements reach the result of a method only through its callback: because it maps
// them, or because it only lets checked ones pass.
func (r *run) leaves(called string, args []argument) bool {
	if !turns[called] && !filters[called] {
		return false
	}
	f, ok := r.firstLiteral(args)
	if !ok {
		return false
	}
	params := r.functions[f].params
	if turns[called] {
		_, walked := r.literals[f]
		return walked && (len(params) > 0 || r.traits.indexes) // an implicit parameter may name the element
	}
	checked := r.judged[f][1]
	if called == "reject" {
		checked = r.judged[f][0]
	}
	if checked == nil || len(params) == 0 {
		return false
	}
	w, ok := r.paramName(params[0])
	return ok && slices.ContainsFunc(*checked, func(s spot) bool { return s.root == w && len(s.path) == 0 })
}

// firstLiteral is the first argument that is a function literal.
func (r *run) firstLiteral(args []argument) (int32, bool) {
	for _, a := range args {
		if f, ok := r.literalIn(a.node); ok {
			return f, true
		}
	}
	return 0, false
}

// finds are methods that report whether the callback returns true for some element; noneMatch is the negation.
var finds = set("some any Any Exists anyMatch noneMatch")

// foundBy applies the checks of such a method: if the callback returned true for an element,
// what it checked of the captured variables holds.
func (r *run) foundBy(called string, args []argument) {
	if !finds[called] || r.pending == nil {
		return
	}
	f, ok := r.firstLiteral(args)
	if !ok || r.judged[f][1] == nil {
		return
	}
	for _, s := range *r.judged[f][1] {
		if !r.hasParam(&r.functions[f], s.root) {
			*r.pending = append(*r.pending, check{s, called != "noneMatch"})
		}
	}
}
