<?php
use Psr\Http\Message\ServerRequestInterface as Request;
use Psr\Http\Message\ResponseInterface as Response;
$app->get('/x', function (Request $request, Response $response, array $args) {
    exec('ls ' . $request->getQueryParams()['d']); // finds: php-command-injection
    exec('ls ' . $request->getParsedBody()['d']); // finds: php-command-injection
    exec('ls ' . $args['d']); // finds: php-command-injection
});
class S extends AbstractController {
    #[Route('/x')] public function x(\Symfony\Component\HttpFoundation\Request $request) {
        exec('ls ' . $request->query->get('d')); // finds: php-command-injection
        exec('ls ' . $request->request->get('d')); // finds: php-command-injection
        exec('ls ' . $request->headers->get('d')); // finds: php-command-injection
        exec('ls ' . $request->getContent()); // finds: php-command-injection
    }
}
class Ci extends BaseController {
    public function x() {
        exec('ls ' . $this->request->getGet('d')); // finds: php-command-injection
        exec('ls ' . $this->request->getPost('d')); // finds: php-command-injection
        exec('ls ' . $this->input->get('d')); // finds: php-command-injection
        exec('ls ' . $this->input->post('d')); // finds: php-command-injection
    }
}
class Yii extends Controller {
    public function actionX() {
        exec('ls ' . Yii::$app->request->get('d')); // finds: php-command-injection
        exec('ls ' . Yii::$app->request->post('d')); // finds: php-command-injection
    }
}
class Cake extends AppController {
    public function x() {
        exec('ls ' . $this->request->getQuery('d')); // finds: php-command-injection
        exec('ls ' . $this->request->getData('d')); // finds: php-command-injection
    }
}
class La extends Controller {
    public function x(Request $request, $id) {
        exec('ls ' . request('d')); // finds: php-command-injection
        exec('ls ' . request()->get('d')); // finds: php-command-injection
        exec('ls ' . Input::get('d')); // finds: php-command-injection
        exec('ls ' . $request->query('d')); // finds: php-command-injection
        exec('ls ' . $request->post('d')); // finds: php-command-injection
        exec('ls ' . $request->header('d')); // finds: php-command-injection
        exec('ls ' . $request->all()['d']); // finds: php-command-injection
    }
}
add_action('wp_ajax_x', function () { exec('ls ' . wp_unslash($_POST['d'])); }); // finds: php-command-injection
function rest(WP_REST_Request $request) { exec('ls ' . $request->get_param('d')); exec('ls ' . $request['d']); } // finds: php-command-injection
