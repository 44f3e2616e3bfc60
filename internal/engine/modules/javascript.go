package modules

func (b *binder) javascript(i Import) {
	file, ok := b.jsModule(b.file, i.Module)
	if !ok {
		return
	}
	if i.Name == "" {
		b.all(file)
		return
	}
	b.add(i.Name, Target{File: file, Symbol: i.Symbol})
}

// jsModule finds the file of a JavaScript or TypeScript module.
func (x *Index) jsModule(from int32, module string) (int32, bool) {
	return x.sibling(from, x.tree.JavaScript(x.Files[from].Path, module))
}
