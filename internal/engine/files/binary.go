package files

import (
	"path"
	"strings"
)

// binaryEndings are those of formats that are not text. Formats that programs also write as
// text, such as .dat and .db, are not among them.
var binaryEndings = func() map[string]bool {
	all := map[string]bool{}
	for e := range strings.FieldsSeq(`
		png jpg jpeg gif bmp ico icns webp avif heic tif tiff psd xcf sketch
		mp3 mp4 m4a m4v mov avi mkv webm wav flac ogg ogv opus aac wmv mpg mpeg
		ttf otf woff woff2 eot
		zip gz tgz bz2 xz zst 7z rar tar lz4 jar war ear aar apk ipa whl nupkg gem deb rpm msi dmg iso
		pdf doc docx xls xlsx ppt pptx odt ods odp epub
		exe dll so dylib a o obj lib class pyc pyd wasm pdb bin node
		sqlite sqlite3 parquet avro orc npy npz h5 hdf5 onnx pt pth safetensors tflite gguf pcap pcapng
		glb fbx blend stl`) {
		all["."+e] = true
	}
	return all
}()

// BinaryName reports whether the name of a file is that of a format that is not text. It is for
// files that are too large to be read.
func BinaryName(name string) bool { return binaryEndings[strings.ToLower(path.Ext(name))] }
