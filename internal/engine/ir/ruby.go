package ir

import "strings"

func ruby() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"program": listOf(Block), "block_body": listOf(Block), "then": listOf(Block), "do": listOf(Block), "else": listOf(Block), "ensure": listOf(Block),
			"body_statement": rubyBody, "begin": rubyBody, "begin_block": listOf(Block),
			"parenthesized_statements": inner, "in": inner, "superclass": inner, "exception_variable": inner, "interpolation": inner, "pattern": inner,
			"comment": drop, "empty_statement": drop, "uninterpreted": drop, "heredoc_body": drop,
			"identifier": leafOf(Ident), "constant": leafOf(Ident), "instance_variable": leafOf(Ident), "class_variable": leafOf(Ident),
			"global_variable": leafOf(Ident), "self": leafOf(Ident), "super": leafOf(Ident), "operator": leafOf(Ident), "setter": leafOf(Ident),
			"integer": leafOf(Num), "float": leafOf(Num), "true": leafOf(Lit), "false": leafOf(Lit), "nil": leafOf(Lit),
			"simple_symbol": rubySymbol, "hash_key_symbol": rubySymbol, "delimited_symbol": rubyString, "bare_symbol": rubyString,
			"string": rubyString, "bare_string": rubyString, "chained_string": listOf(Concat), "heredoc_beginning": rubyHeredoc,
			"subshell": func(l *lowerer, i uint32) NodeID {
				return l.node(l.own(l.Nodes[i].Symbol), i, ShellWord, l.interpolated(i, l.pieces(i, " ` ", " interpolation ")))
			},
			"regex":            leafOf(Regexp),
			"call":             rubyCall,
			"argument_list":    rubyArgs,
			"scope_resolution": rubyScope,
			"element_reference": func(l *lowerer, i uint32) NodeID {
				return l.node(Index, i, "", append([]NodeID{l.the(i, "object")}, l.lowerAll(l.rest(i, "object", "block"))...)...)
			},
			"splat_argument": pySplat("*"), "hash_splat_argument": pySplat("**"), "block_argument": pySplat("&"), "rest_assignment": pySplat("*"),
			"pair":  shape(Pair, "key", "value"),
			"array": listOf(Array), "string_array": listOf(Array), "symbol_array": listOf(Array), "hash": listOf(Dict),
			"assignment": shape(Assign, "left", "right"), "operator_assignment": op(AugAssign, "left", "right"),
			"left_assignment_list": listOf(Tuple), "right_assignment_list": listOf(Tuple), "destructured_left_assignment": listOf(Tuple),
			"binary": op(Binary, "left", "right"), "unary": op(Unary, "operand"), "conditional": shape(Ternary, "condition", "consequence", "alternative"),
			"if": rubyIf(false), "unless": rubyIf(true), "elsif": rubyIf(false),
			"if_modifier": rubyModifier(If, false), "unless_modifier": rubyModifier(If, true), "while_modifier": rubyModifier(While, false), "until_modifier": rubyModifier(While, true),
			"while": shape(While, "condition", "body"), "until": shape(While, "condition", "body"), "for": shape(ForEach, "pattern", "value", "body"),
			"method": rubyMethod, "singleton_method": rubyMethod,
			"lambda": rubyLambda, "block": rubyLambda, "do_block": rubyLambda,
			"method_parameters": listOf(Params), "block_parameters": listOf(Params), "lambda_parameters": listOf(Params),
			"optional_parameter": rubyParam(""), "keyword_parameter": rubyParam(":"), "splat_parameter": rubyParam("*"), "hash_splat_parameter": rubyParam("**"), "block_parameter": rubyParam("&"),
			"class": rubyClass("class"), "module": rubyClass("module"), "singleton_class": rubyClass("self"),
			"return": rubyReturn,
			"rescue": func(l *lowerer, i uint32) NodeID {
				return l.node(Catch, i, "", l.the(i, "exceptions"), l.the(i, "body"))
			},
			"exceptions": listOf(Supers),
		},
		ellipsis: func(c place) string {
			hash := c.head == "(" || c.head == "," || c.head == "=" || c.head == "[" || c.head == ">" || c.head == "=>" || c.head == ":" || c.head == ""
			if c.open == '{' && (c.prev == "{" || c.prev == ",") && (c.next != "}" && !c.newline || hash) {
				return "**" + ellipsisName
			}
			return ellipsisName
		},
		metavariable: func(c place, name string) string {
			if c.prev == "class" || c.prev == "module" || c.prev == "<" {
				return constPrefix + name[1:]
			}
			return metaPrefix + name[1:]
		},
		frames: []string{"%s", "%s\nend", "__any__(%s)", "{%s}", "def __any__(%s)\nend", "begin\n%s\nend", "case __any__\n%s\nend", "__any__ do\n%s\nend"},
	}
}

func rubySymbol(l *lowerer, i uint32) NodeID {
	text := strings.TrimPrefix(l.text(i), ":")
	if l.pattern {
		if k, name, ok := placeholder(text); ok {
			if k == Meta && l.Kind(i) == "simple_symbol" {
				return l.node(Lit, i, ":"+name)
			}
			return l.node(k, i, name)
		}
	}
	return l.node(Lit, i, ":"+text)
}

func rubyString(l *lowerer, i uint32) NodeID { return l.pieces(i, ` " ' :" `, " interpolation ") }

// rubyHeredoc lowers the text that follows further down.
func rubyHeredoc(l *lowerer, i uint32) NodeID {
	want, _ := l.Language.Symbol("heredoc_body")
	begin, _ := l.Language.Symbol("heredoc_beginning")
	waiting := 0
	for j := i + 1; int(j) < len(l.Nodes); j++ {
		switch l.Nodes[j].Symbol {
		case begin:
			waiting++
		case want:
			if waiting > 0 && j > 0 {
				waiting--
				continue
			}
			n := l.pieces(j, " heredoc_end ", " interpolation ")
			l.f.nodes[n].Start, l.f.nodes[n].End = l.span(i)
			return n
		}
	}
	return l.node(Str, i, "")
}

// rubyArgs: pairs among arguments are named arguments.
func rubyArgs(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	for _, k := range kids {
		if l.f.kind(k) == Pair {
			l.f.nodes[k].Kind = KwArg
		}
	}
	return l.node(Args, i, "", kids...)
}

func rubyCall(l *lowerer, i uint32) NodeID {
	callee := l.the(i, "method")
	if c, ok := l.In(i, "receiver"); ok {
		receiver := l.lower(c)
		start, end := l.span(c)
		if m, ok := l.In(i, "method"); ok {
			_, end = l.span(m)
		}
		if callee == 0 {
			callee = receiver
		} else {
			callee = l.make(Member, start, end, ".", receiver, callee)
		}
	}
	args, block := l.the(i, "arguments"), l.the(i, "block")
	if args == 0 && block == 0 && l.f.kind(callee) == Member {
		return callee
	}
	if block == 0 {
		return l.callNode(i, callee, args)
	}
	return l.callNode(i, callee, args, block)
}

func rubyScope(l *lowerer, i uint32) NodeID {
	scope := l.the(i, "scope")
	if scope == 0 {
		return l.the(i, "name")
	}
	return l.node(Member, i, ".", scope, l.the(i, "name"))
}

func (l *lowerer) not(n NodeID) NodeID {
	x := l.f.nodes[n]
	return l.make(Unary, x.Start, x.End, "!", n)
}

func rubyIf(negate bool) handler {
	return func(l *lowerer, i uint32) NodeID {
		cond, then := l.the(i, "condition"), l.the(i, "consequence")
		if negate {
			cond = l.not(cond)
		}
		if then == 0 {
			then = l.node(Block, i, "")
		}
		return l.node(If, i, "", cond, then, l.block(l.the(i, "alternative")))
	}
}

func rubyModifier(k Kind, negate bool) handler {
	return func(l *lowerer, i uint32) NodeID {
		cond := l.the(i, "condition")
		if negate {
			cond = l.not(cond)
		}
		return l.node(k, i, "", cond, l.block(l.the(i, "body")))
	}
}

// rubyBody makes a block, with a Try in it if there is a rescue clause.
func rubyBody(l *lowerer, i uint32) NodeID {
	var body, catches []NodeID
	final := NodeID(0)
	for _, c := range l.Named(i) {
		switch l.Kind(c) {
		case "rescue", "else":
			catches = append(catches, l.lower(c))
		case "ensure":
			final = l.lower(c)
		default:
			if n := l.lower(c); n != 0 {
				body = append(body, n)
			}
		}
	}
	b := l.node(Block, i, "", body...)
	if len(catches) == 0 && final == 0 {
		return b
	}
	return l.block(l.node(Try, i, "", b, l.node(Catches, i, "", catches...), final))
}

func rubyMethod(l *lowerer, i uint32) NodeID {
	params, body := l.params(i, "parameters"), l.block(l.the(i, "body"))
	if params == 0 {
		s, _ := l.span(i)
		params = l.make(Params, s, s, "")
	}
	if body == 0 {
		body = l.node(Block, i, "")
	}
	return l.node(Func, i, "def", 0, l.the(i, "name"), params, 0, body)
}

func rubyLambda(l *lowerer, i uint32) NodeID {
	body := l.the(i, "body")
	if l.Kind(i) == "lambda" {
		body = l.f.Kid(body, 4)
	}
	params := l.params(i, "parameters")
	if params == 0 && !l.pattern {
		s, _ := l.span(i)
		params = l.make(Params, s, s, "")
	}
	if body == 0 {
		body = l.node(Block, i, "")
	}
	return l.node(Func, i, "", 0, 0, params, 0, l.block(body))
}

func rubyParam(text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		return l.wrapWild(l.node(Param, i, text, 0, l.the(i, "name"), 0, l.the(i, "value")))
	}
}

func rubyClass(text string) handler {
	return func(l *lowerer, i uint32) NodeID {
		supers := NodeID(0)
		if c, ok := l.In(i, "superclass"); ok {
			supers = l.node(Supers, c, "", l.lower(c))
		}
		body := l.the(i, "body")
		if body == 0 {
			body = l.node(Block, i, "")
		}
		return l.node(Class, i, text, 0, l.the(i, "name"), supers, body)
	}
}

func rubyReturn(l *lowerer, i uint32) NodeID {
	var kids []NodeID
	for _, c := range l.Named(i) {
		kids = l.lowerAll(l.Named(c))
	}
	if len(kids) > 1 {
		kids = []NodeID{l.node(Tuple, i, "", kids...)}
	}
	return l.node(Return, i, "", kids...)
}
