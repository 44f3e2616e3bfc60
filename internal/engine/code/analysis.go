package code

import (
	"math"
	"regexp/syntax"
	"strings"
)

// looksRandom tells whether a text is more like a key than like words: long enough, and
// with much information in each character.
func looksRandom(text, mode string) bool {
	if text == "" || strings.Count(text, text[:1]) == len(text) {
		return false
	}
	bits := information(strings.ToUpper(text))
	least := 64.0
	switch mode {
	case "lax":
		least = 48
	case "strict":
		least = 80
	}
	return bits > least && bits/float64(8*len(text)) > 0.6
}

// pairs are the pairs of letters that are most common in English words. Two in a row
// are a sign of language.
const pairs = " TH HE IN ER AN RE ON AT EN ND TI ES OR TE OF ED IS IT AL AR ST TO NT NG SE HA AS OU IO LE VE CO ME DE HI RI RO IC NE EA RA CE LI CH LL BE MA SI OM UR " +
	"CA EL TA LA NS DI FO HO PE EC PR NO CT US AC OT IL TR LY NC ET UT SS SO RS UN LO WA GE IE WH EE WI EM AD OL RT PO WE NA UL NI TS MO OW PA IM MI AI SH IR SU ID OS IV IA AM FI CI VI PL IG TU EV LD RY MP FE BL AB GH TY OP WO SA AY EX KE UI FR OO AG EY AP IF AV GR OD BO SP RD DO UC BU EI OV BY RM EP TT OC FA EF CU RN SC GI DA YO CR CL DU GA QU UE FF BA EY LS VA UM PP UA UP LU GO HT RU UG DS LT PI RC RR EG AU CK EW MU BR BI PT AK PU UI RG IB TL NY KI RK YS OB MM FU PH OG MS YE UD MB IP UB OI RL GU DR HR CC TW FT WN NU AF HU NN EO VO RV NF XP GN SM FL IZ OK NL MY GL AW JU OA EQ SY SL PS JO LF NV JE NK KN GS DY HY ZE KS XT BS IK DD PT RP SK XI OE OY WS LV DL RF EU DG WR XA YI NM EB RB TM XC EH TC GY JA HN YP ZA GG YM SW BJ LM CS II IX XE OH LK LP AX OX UF DM IU SF BT KA YT EK PM YA GT WL RH YL HS AH YC YB RW HM LW HL AE ZI AZ LC PY AJ IQ NJ BB NH UO KL LR "

// information estimates how many bits of information a text in capitals has.
func information(text string) float64 {
	common := func(i int) bool {
		return i+1 < len(text) && isLetter(text[i]) && isLetter(text[i+1]) && strings.Contains(pairs, " "+text[i:i+2]+" ")
	}
	sum := 0.0
	for i := range len(text) {
		switch {
		case common(i) && common(i+1):
			sum += 3.2
		case common(i) || i > 0 && common(i-1):
			sum += 4
		case isLetter(text[i]):
			sum += rarity(text[i])
		default:
			sum += math.Log2(62)
		}
	}
	return sum
}

func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' }

// rarity is the information in a letter, by how often English uses it.
func rarity(c byte) float64 {
	const order = "ETAOINSHRDLUCMWFGYPBVKJXQZ"
	return 3 + 7*float64(strings.IndexByte(order, c))/float64(len(order))
}

// explodes tells whether a regular expression can take exponential time in an engine
// that backtracks: a repetition of something that itself repeats and can be split up
// in several ways.
func explodes(text string) bool {
	text = strings.TrimSuffix(strings.TrimPrefix(text, "/"), "/")
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return false
	}
	return nests(re)
}

func nests(re *syntax.Regexp) bool {
	if repeats(re) && splits(re.Sub[0]) {
		return true
	}
	for _, sub := range re.Sub {
		if nests(sub) {
			return true
		}
	}
	return false
}

func repeats(re *syntax.Regexp) bool {
	return re.Op == syntax.OpStar || re.Op == syntax.OpPlus || re.Op == syntax.OpRepeat && re.Max == -1
}

// splits tells whether the repetition of an expression can divide one text in several
// ways: it repeats, with nothing that must stand between.
func splits(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpCapture, syntax.OpQuest:
		return splits(re.Sub[0])
	case syntax.OpStar, syntax.OpPlus:
		return true
	case syntax.OpRepeat:
		return re.Max == -1
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if splits(sub) {
				return true
			}
		}
		return overlaps(re.Sub)
	case syntax.OpConcat:
		any := false
		for _, sub := range re.Sub {
			if !canBeEmpty(sub) && !splits(sub) {
				return false
			}
			any = any || splits(sub)
		}
		return any
	}
	return false
}

// overlaps tells whether two alternatives can be the same character.
func overlaps(subs []*syntax.Regexp) bool {
	for i, a := range subs {
		for _, b := range subs[i+1:] {
			if a.Equal(b) || a.Op == syntax.OpAnyChar || b.Op == syntax.OpAnyChar || a.Op == syntax.OpAnyCharNotNL || b.Op == syntax.OpAnyCharNotNL {
				return true
			}
			if a.Op == syntax.OpCharClass && b.Op == syntax.OpCharClass && a.Rune[0] <= b.Rune[len(b.Rune)-1] && b.Rune[0] <= a.Rune[len(a.Rune)-1] {
				return true
			}
		}
	}
	return false
}

func canBeEmpty(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpStar, syntax.OpQuest, syntax.OpEmptyMatch:
		return true
	case syntax.OpRepeat:
		return re.Min == 0
	case syntax.OpCapture:
		return canBeEmpty(re.Sub[0])
	}
	return false
}
