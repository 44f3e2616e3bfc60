package a

class Thing(private val name: String, other: String) : Base(name) {
    private val field = source()
    private val plain = "a"

    fun assignment() {
        val x = source()
        sink(x) // flow
        var y = x
        y = "a"
        sink(y)
        y += x
        sink(y) // flow
        sink(sanitize(x))
        val (a, b) = source()
        sink(b) // flow
        sink("a $x b") // flow
        sink("a ${x.trim()} b") // flow
        sink("a $y") // flow
        sink("a ${sanitize(x)}")
        sink(x ?: "a") // flow
        sink(x?.length) // flow
        sink(x as String) // flow
        sink(x == "a")
    }

    fun control(c: Int): String {
        val x = if (c > 1) source() else "a"
        sink(x) // flow
        val y = when (c) {
            1 -> source()
            else -> "a"
        }
        sink(y) // flow
        for (i in listOf(source(), "b")) {
            sink(i) // flow
        }
        try {
            sink(x) // flow
        } catch (e: Exception) {
            sink(e)
        }
        xs.forEach { e -> sink(e + x) } // flow
        x.split(",").map { sink(it) } // flow
        xs.map { sink(it) }
        val l = mutableListOf<String>()
        l.add(source())
        sink(l) // flow
        return "a"
    }

    fun parameters(evil: String, good: Int) { // parameter
        sink(evil) // flow
        sink(good)
        reaches(evil, "a")
        sink(identity(evil)) // flow
        sink(nothing(evil)) // alone
    }

    fun reaches(x: String, y: String) {
        sink(x) // across
        sink(y)
    }

    fun identity(x: String) = x
    fun nothing(x: String): String { return "a" }

    fun fields() {
        sink(field) // across
        sink(plain)
        sink(name) // across
    }
}

fun make() {
    Thing(source(), "a").fields()
}
