package shop

import scala.collection.mutable.{Map => MutableMap, _}

// An order.
case class Order(id: Long, lines: Seq[String] = Nil) extends Base with Named {
  private lazy val total: Int = lines.map(_.length).sum

  def show(factor: Int)(implicit out: Out): String = {
    val text = s"order $id: ${total * factor}"
    lines match {
      case first :: rest if rest.nonEmpty => first
      case Seq(one) => one
      case _ => throw new IllegalStateException("none")
    }
  }
}

object Main extends App {
  for { i <- 0 to 3; if i > 1 } yield println(i)
  try run() catch { case e: Exception => print(e) } finally close()
}
