package files

import (
	"path"
	"regexp"
)

// libraryRE matches the file names of libraries that are copied into projects for browsers. What is wrong
// in one is a matter of its version, and its findings would bury those of the project.
var libraryRE = regexp.MustCompile(`(?i)^(?:jquery|bootstrap|angular|react|react-dom|vue|lodash|underscore|backbone|ember|d3|moment|handlebars|knockout|mootools|zepto|modernizr|require|dojo|ckeditor|tinymce|codemirror|select2|chart|raphael|three|leaflet|pdfmake|polyfill|swagger-ui|highcharts|echarts|summernote|fullcalendar|dropzone|socket\.io)(?:[.-](?:[a-z]*ui|core|slim|full|all|esm|global|prod|bundle|bundled|datatables|validate|common|debug|js)|[.-]v?[0-9][0-9.]*)*\.js$`)

// smallLibrary is the size below which a file with such a name may be first-party code that uses the library.
const smallLibrary = 40 << 10

// Library recognizes copies of well-known libraries, by their names and sizes.
func Library(name string, size int64) bool {
	return size >= smallLibrary && libraryRE.MatchString(path.Base(name))
}
