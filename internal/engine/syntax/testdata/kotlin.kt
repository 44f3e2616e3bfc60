package shop

import java.util.UUID

// An order.
data class Order(val id: UUID = UUID.randomUUID(), var lines: List<String>?) : Base(), Named {
    companion object {
        const val MAX = 10
    }

    override fun total(factor: Int): Int {
        val sum = lines?.filter { it.isNotEmpty() }?.sumOf { line -> line.length * factor } ?: 0
        return when {
            sum > MAX -> throw IllegalStateException("too many: $sum of ${lines!!.size}")
            else -> sum
        }
    }
}

suspend fun <T> List<T>.second(): T = this[1]

fun main() {
    for (i in 0..3) println("$i")
    try { run() } catch (e: Exception) { print(e as Any) }
}
