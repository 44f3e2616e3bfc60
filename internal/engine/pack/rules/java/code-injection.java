import javax.script.*;
import javax.servlet.http.*;
import ognl.Ognl;
import org.springframework.expression.*;
import org.springframework.expression.spel.standard.SpelExpressionParser;

class Calculator extends HttpServlet {
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String text = request.getParameter("e");
        ScriptEngine engine = new ScriptEngineManager().getEngineByName("js");
        // ruleid: java-code-injection
        engine.eval(text);
        ExpressionParser parser = new SpelExpressionParser();
        // ruleid: java-code-injection
        parser.parseExpression(text).getValue();
        // ruleid: java-code-injection
        Ognl.getValue(text, new Object());
        // ok: java-code-injection
        parser.parseExpression("1 + 1").getValue();
        // ok: java-code-injection
        engine.eval("1 + " + Integer.parseInt(text));
    }
}
