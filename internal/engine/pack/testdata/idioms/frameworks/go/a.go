//go:build ignore

package main

import (
	"context"
	"net/http"
	"os/exec"

	pb "example.com/x/pb"
	"github.com/aws/aws-lambda-go/events"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gofiber/fiber/v2"
	"github.com/julienschmidt/httprouter"
	"github.com/labstack/echo/v4"
	"github.com/valyala/fasthttp"
)

func ls(s string) {}

func f1(c *fiber.Ctx) error {
	exec.Command("sh", "-c", c.Query("d")).Run()     // finds: go-command-injection
	exec.Command("sh", "-c", c.Params("d")).Run()    // finds: go-command-injection
	exec.Command("sh", "-c", string(c.Body())).Run() // finds: go-command-injection
	return nil
}
func f2(w http.ResponseWriter, r *http.Request) {
	exec.Command("sh", "-c", chi.URLParam(r, "d")).Run() // finds: go-command-injection
}
func f3(w http.ResponseWriter, r *http.Request, ps httprouter.Params) {
	exec.Command("sh", "-c", ps.ByName("d")).Run() // finds: go-command-injection
}
func f4(ctx *fasthttp.RequestCtx) {
	exec.Command("sh", "-c", string(ctx.QueryArgs().Peek("d"))).Run() // finds: go-command-injection
}
func f5(c *gin.Context) {
	exec.Command("sh", "-c", c.Param("d")).Run()             // finds: go-command-injection
	exec.Command("sh", "-c", c.PostForm("d")).Run()          // finds: go-command-injection
	exec.Command("sh", "-c", c.GetHeader("d")).Run()         // finds: go-command-injection
	exec.Command("sh", "-c", c.DefaultQuery("d", "x")).Run() // finds: go-command-injection
}
func f6(c echo.Context) error {
	exec.Command("sh", "-c", c.FormValue("d")).Run() // finds: go-command-injection
	exec.Command("sh", "-c", c.Param("d")).Run()     // finds: go-command-injection
	return nil
}
func (s *server) Run(ctx context.Context, in *pb.RunRequest) (*pb.RunReply, error) {
	exec.Command("sh", "-c", in.GetName()).Run() // finds: go-command-injection
	exec.Command("sh", "-c", in.Name).Run()      // finds: go-command-injection
	return nil, nil
}
func f7(ctx context.Context, req events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
	exec.Command("sh", "-c", req.QueryStringParameters["d"]).Run() // finds: go-command-injection
	exec.Command("sh", "-c", req.Body).Run()                       // finds: go-command-injection
	return events.APIGatewayProxyResponse{}, nil
}
