package a

class Thing(name: String) extends Base {
  val field = source()
  val plain = "a"

  def assignment() = {
    val x = source()
    sink(x) // flow
    var y = x
    y = "a"
    sink(y)
    y += x
    sink(y) // flow
    sink(sanitize(x))
    val (a, b) = ("a", source())
    sink(a)
    sink(b) // flow
    sink(s"a $x b") // flow
    sink(s"a ${x.trim} b") // flow
    sink("a" + x) // flow
    sink(x == "a")
  }

  def control(c: Int): String = {
    val x = if (c > 1) source() else "a"
    sink(x) // flow
    val y = c match {
      case 1 => source()
      case _ => "a"
    }
    sink(y) // flow
    for (i <- source()) {
      sink(i) // flow
    }
    val z = for { i <- source() } yield i
    sink(z) // flow
    source() match {
      case Some(v) => sink(v) // flow
      case _ => sink(c)
    }
    xs.foreach { e => sink(e + x) } // flow
    x.map(e => sink(e)) // flow
    "a"
  }

  def parameters(evil: String, good: Int) = { // parameter
    sink(evil) // flow
    sink(good)
    reaches(evil, "a")
    sink(identity(evil)) // flow
    sink(nothing(evil)) // alone
  }

  def reaches(x: String, y: String) = {
    sink(x) // across
    sink(y)
  }

  def identity(x: String) = x
  def nothing(x: String) = "a"

  def fields() = {
    sink(field) // across
    sink(plain)
  }
}
