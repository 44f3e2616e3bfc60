package wiki

import (
	"strings"

	"vigil/internal/engine/manifest"
)

// use is what a library is for.
type use uint8

const (
	framework use = iota + 1
	store         // keeps data, or carries messages
	external      // belongs to somebody else
)

// product is something well known that a tree can use.
type product struct {
	name string
	use  use
}

// products lists for each product the packages and modules that speak for it, by language.
// A name stands for all that it begins, as far as a whole part of it.
var products = []struct {
	product
	names string
}{
	{product{"Flask", framework}, "python:flask"},
	{product{"Django", framework}, "python:django"},
	{product{"Django REST framework", framework}, "python:rest_framework python:djangorestframework"},
	{product{"FastAPI", framework}, "python:fastapi"},
	{product{"Starlette", framework}, "python:starlette"},
	{product{"aiohttp", framework}, "python:aiohttp"},
	{product{"Tornado", framework}, "python:tornado"},
	{product{"Pyramid", framework}, "python:pyramid"},
	{product{"Celery", framework}, "python:celery"},
	{product{"SQLAlchemy", framework}, "python:sqlalchemy"},
	{product{"Pydantic", framework}, "python:pydantic"},
	{product{"pytest", framework}, "python:pytest"},
	{product{"NumPy", framework}, "python:numpy"},
	{product{"pandas", framework}, "python:pandas"},
	{product{"PyTorch", framework}, "python:torch"},
	{product{"TensorFlow", framework}, "python:tensorflow"},
	{product{"Click", framework}, "python:click"},
	{product{"Express", framework}, "javascript:express"},
	{product{"Koa", framework}, "javascript:koa"},
	{product{"Fastify", framework}, "javascript:fastify"},
	{product{"NestJS", framework}, "javascript:@nestjs"},
	{product{"Next.js", framework}, "javascript:next"},
	{product{"Nuxt", framework}, "javascript:nuxt"},
	{product{"Hono", framework}, "javascript:hono"},
	{product{"React", framework}, "javascript:react"},
	{product{"Vue", framework}, "javascript:vue"},
	{product{"Angular", framework}, "javascript:@angular"},
	{product{"Svelte", framework}, "javascript:svelte javascript:@sveltejs"},
	{product{"Electron", framework}, "javascript:electron"},
	{product{"TypeORM", framework}, "javascript:typeorm"},
	{product{"Prisma", framework}, "javascript:@prisma javascript:prisma"},
	{product{"Sequelize", framework}, "javascript:sequelize"},
	{product{"Jest", framework}, "javascript:jest javascript:@jest"},
	{product{"Vite", framework}, "javascript:vite"},
	{product{"webpack", framework}, "javascript:webpack"},
	{product{"Socket.IO", framework}, "javascript:socket.io"},
	{product{"Apollo GraphQL", framework}, "javascript:@apollo javascript:apollo-server javascript:apollo-server-express"},
	{product{"net/http", framework}, "go:net/http"},
	{product{"Gin", framework}, "go:github.com/gin-gonic/gin"},
	{product{"Echo", framework}, "go:github.com/labstack/echo"},
	{product{"chi", framework}, "go:github.com/go-chi/chi"},
	{product{"Fiber", framework}, "go:github.com/gofiber/fiber"},
	{product{"Gorilla mux", framework}, "go:github.com/gorilla/mux"},
	{product{"gRPC", framework}, "go:google.golang.org/grpc python:grpc python:grpcio javascript:@grpc java:io.grpc rust:tonic csharp:Grpc"},
	{product{"GORM", framework}, "go:gorm.io"},
	{product{"Cobra", framework}, "go:github.com/spf13/cobra"},
	{product{"Spring Boot", framework}, "java:org.springframework.boot"},
	{product{"Spring", framework}, "java:org.springframework"},
	{product{"Jakarta EE", framework}, "java:jakarta java:javax.servlet java:javax.ws java:javax.persistence"},
	{product{"Quarkus", framework}, "java:io.quarkus"},
	{product{"Micronaut", framework}, "java:io.micronaut"},
	{product{"Ktor", framework}, "java:io.ktor"},
	{product{"Hibernate", framework}, "java:org.hibernate"},
	{product{"JUnit", framework}, "java:org.junit java:junit"},
	{product{"Android", framework}, "java:androidx java:android java:com.android.application"},
	{product{"Play", framework}, "java:play java:com.typesafe.play"},
	{product{"Akka", framework}, "java:akka java:com.typesafe.akka"},
	{product{"Ruby on Rails", framework}, "ruby:rails"},
	{product{"Sinatra", framework}, "ruby:sinatra"},
	{product{"Grape", framework}, "ruby:grape"},
	{product{"RSpec", framework}, "ruby:rspec ruby:rspec-rails"},
	{product{"Sidekiq", framework}, "ruby:sidekiq"},
	{product{"Laravel", framework}, `php:laravel/framework php:Illuminate`},
	{product{"Symfony", framework}, `php:symfony php:Symfony`},
	{product{"Slim", framework}, `php:slim/slim php:Slim`},
	{product{"PHPUnit", framework}, `php:phpunit php:PHPUnit`},
	{product{"ASP.NET Core", framework}, "csharp:Microsoft.AspNetCore"},
	{product{"Entity Framework", framework}, "csharp:Microsoft.EntityFrameworkCore"},
	{product{"xUnit", framework}, "csharp:xunit csharp:Xunit"},
	{product{"Actix", framework}, "rust:actix_web rust:actix-web"},
	{product{"Axum", framework}, "rust:axum"},
	{product{"Rocket", framework}, "rust:rocket"},
	{product{"Tokio", framework}, "rust:tokio"},
	{product{"Serde", framework}, "rust:serde"},

	{product{"PostgreSQL", store}, "python:psycopg python:psycopg2 python:psycopg2-binary python:asyncpg javascript:pg javascript:postgres go:github.com/lib/pq go:github.com/jackc/pgx java:org.postgresql ruby:pg csharp:Npgsql rust:tokio-postgres rust:tokio_postgres"},
	{product{"MySQL", store}, "python:MySQLdb python:mysqlclient python:pymysql python:mysql python:mysql-connector-python javascript:mysql javascript:mysql2 go:github.com/go-sql-driver/mysql java:com.mysql java:mysql ruby:mysql2 php:mysqli csharp:MySql csharp:MySqlConnector"},
	{product{"MariaDB", store}, "python:mariadb javascript:mariadb java:org.mariadb"},
	{product{"SQLite", store}, "python:sqlite3 javascript:sqlite3 javascript:better-sqlite3 go:github.com/mattn/go-sqlite3 go:modernc.org/sqlite java:org.sqlite java:org.xerial ruby:sqlite3 csharp:Microsoft.Data.Sqlite rust:rusqlite c:sqlite3.h"},
	{product{"SQL Server", store}, "python:pymssql python:pyodbc javascript:mssql go:github.com/microsoft/go-mssqldb go:github.com/denisenkom/go-mssqldb java:com.microsoft.sqlserver csharp:Microsoft.Data.SqlClient csharp:System.Data.SqlClient"},
	{product{"Oracle", store}, "python:cx_Oracle python:cx-oracle python:oracledb javascript:oracledb java:com.oracle java:oracle.jdbc csharp:Oracle"},
	{product{"MongoDB", store}, "python:pymongo python:motor javascript:mongodb javascript:mongoose go:go.mongodb.org/mongo-driver java:com.mongodb java:org.mongodb ruby:mongo ruby:mongoid csharp:MongoDB php:MongoDB php:mongodb"},
	{product{"Redis", store}, "python:redis python:aioredis javascript:redis javascript:ioredis go:github.com/redis/go-redis go:github.com/go-redis/redis go:github.com/gomodule/redigo java:redis.clients java:io.lettuce java:org.redisson ruby:redis php:predis php:Predis csharp:StackExchange.Redis rust:redis"},
	{product{"Memcached", store}, "python:pymemcache python:memcache javascript:memcached go:github.com/bradfitz/gomemcache ruby:dalli"},
	{product{"Elasticsearch", store}, "python:elasticsearch javascript:@elastic go:github.com/elastic/go-elasticsearch java:org.elasticsearch java:co.elastic ruby:elasticsearch php:elasticsearch csharp:Elastic csharp:Nest"},
	{product{"OpenSearch", store}, "python:opensearchpy javascript:@opensearch-project java:org.opensearch"},
	{product{"Cassandra", store}, "python:cassandra javascript:cassandra-driver go:github.com/gocql/gocql java:com.datastax java:org.apache.cassandra"},
	{product{"Neo4j", store}, "python:neo4j javascript:neo4j-driver go:github.com/neo4j java:org.neo4j"},
	{product{"ClickHouse", store}, "python:clickhouse_driver python:clickhouse_connect go:github.com/ClickHouse/clickhouse-go java:com.clickhouse"},
	{product{"Kafka", store}, "python:kafka python:confluent_kafka python:aiokafka python:kafka-python javascript:kafkajs go:github.com/segmentio/kafka-go go:github.com/IBM/sarama go:github.com/Shopify/sarama go:github.com/confluentinc java:org.apache.kafka java:org.springframework.kafka csharp:Confluent.Kafka ruby:kafka rust:rdkafka"},
	{product{"RabbitMQ", store}, "python:pika python:aio_pika javascript:amqplib go:github.com/rabbitmq go:github.com/streadway/amqp java:com.rabbitmq ruby:bunny csharp:RabbitMQ php:php-amqplib php:PhpAmqpLib rust:lapin"},
	{product{"NATS", store}, "python:nats javascript:nats go:github.com/nats-io java:io.nats"},
	{product{"etcd", store}, "go:go.etcd.io/etcd python:etcd3"},
	{product{"LDAP", store}, "python:ldap python:ldap3 python:python-ldap javascript:ldapjs go:github.com/go-ldap/ldap java:javax.naming.ldap"},

	{product{"AWS", external}, "python:boto3 python:botocore python:aiobotocore javascript:aws-sdk javascript:@aws-sdk go:github.com/aws/aws-sdk-go go:github.com/aws/aws-sdk-go-v2 go:github.com/aws/aws-lambda-go java:software.amazon.awssdk java:com.amazonaws ruby:aws-sdk ruby:aws-sdk-s3 php:aws php:Aws csharp:AWSSDK csharp:Amazon rust:aws_config"},
	{product{"Google Cloud", external}, "python:google.cloud python:google-cloud-storage javascript:@google-cloud go:cloud.google.com/go java:com.google.cloud csharp:Google.Cloud"},
	{product{"Azure", external}, "python:azure javascript:@azure go:github.com/Azure java:com.azure java:com.microsoft.azure csharp:Azure"},
	{product{"Firebase", external}, "python:firebase_admin javascript:firebase javascript:firebase-admin go:firebase.google.com/go java:com.google.firebase"},
	{product{"Stripe", external}, "python:stripe javascript:stripe javascript:@stripe go:github.com/stripe java:com.stripe ruby:stripe php:stripe php:Stripe csharp:Stripe"},
	{product{"PayPal", external}, "python:paypalrestsdk javascript:@paypal java:com.paypal"},
	{product{"Twilio", external}, "python:twilio javascript:twilio go:github.com/twilio java:com.twilio ruby:twilio-ruby php:Twilio php:twilio csharp:Twilio"},
	{product{"SendGrid", external}, "python:sendgrid javascript:@sendgrid go:github.com/sendgrid java:com.sendgrid ruby:sendgrid-ruby csharp:SendGrid"},
	{product{"Slack", external}, "python:slack_sdk python:slack-sdk python:slack_bolt javascript:@slack go:github.com/slack-go/slack java:com.slack"},
	{product{"Sentry", external}, "python:sentry_sdk python:sentry-sdk javascript:@sentry go:github.com/getsentry/sentry-go java:io.sentry ruby:sentry-ruby csharp:Sentry php:Sentry"},
	{product{"OpenAI", external}, "python:openai javascript:openai go:github.com/openai go:github.com/sashabaranov/go-openai"},
	{product{"Anthropic", external}, "python:anthropic javascript:@anthropic-ai go:github.com/anthropics"},
	{product{"GitHub", external}, "python:github python:pygithub javascript:@octokit go:github.com/google/go-github ruby:octokit csharp:Octokit"},
	{product{"GitLab", external}, "python:gitlab python:python-gitlab go:gitlab.com/gitlab-org/api"},
	{product{"Kubernetes", external}, "python:kubernetes javascript:@kubernetes go:k8s.io java:io.kubernetes java:io.fabric8"},
	{product{"Docker", external}, "python:docker javascript:dockerode go:github.com/docker/docker"},
	{product{"Vault", external}, "python:hvac go:github.com/hashicorp/vault"},
	{product{"Auth0", external}, "python:auth0 javascript:auth0 javascript:@auth0 java:com.auth0"},
	{product{"Datadog", external}, "python:datadog python:ddtrace javascript:dd-trace go:gopkg.in/DataDog"},
	{product{"SMTP", external}, "python:smtplib javascript:nodemailer go:net/smtp java:javax.mail java:jakarta.mail"},
}

var known = func() map[string]product {
	out := map[string]product{}
	for _, p := range products {
		for n := range strings.FieldsSeq(p.names) {
			out[n] = p.product
		}
	}
	return out
}()

// speakers are the languages whose modules an ecosystem has.
var speakers = map[string]string{manifest.NPM: "javascript", manifest.PyPI: "python", manifest.Go: "go", manifest.MavenRepo: "java", manifest.RubyGems: "ruby", manifest.Packagist: "php", manifest.NuGet: "csharp", manifest.Crates: "rust"}

// productOf returns the product that a package or module of a language belongs to.
func productOf(language, name string) (product, bool) {
	for name != "" {
		if p, ok := known[language+":"+name]; ok {
			return p, true
		}
		n := strings.LastIndexAny(name, "./:\\")
		if n < 0 {
			break
		}
		name = name[:n]
	}
	return product{}, false
}

// images are products by the name of their container image.
var images = map[string]string{
	"postgres": "PostgreSQL", "postgresql": "PostgreSQL", "postgis": "PostgreSQL", "timescaledb": "PostgreSQL", "mysql": "MySQL", "mariadb": "MariaDB", "mongo": "MongoDB", "mongodb": "MongoDB",
	"redis": "Redis", "valkey": "Valkey", "memcached": "Memcached", "elasticsearch": "Elasticsearch", "opensearch": "OpenSearch", "rabbitmq": "RabbitMQ", "kafka": "Kafka", "cp-kafka": "Kafka",
	"zookeeper": "ZooKeeper", "cp-zookeeper": "ZooKeeper", "nats": "NATS", "minio": "MinIO", "cassandra": "Cassandra", "neo4j": "Neo4j", "clickhouse-server": "ClickHouse", "influxdb": "InfluxDB",
	"vault": "Vault", "consul": "Consul", "etcd": "etcd", "localstack": "AWS (LocalStack)", "keycloak": "Keycloak", "openldap": "LDAP", "mailhog": "SMTP", "mailpit": "SMTP",
	"prometheus": "Prometheus", "grafana": "Grafana", "jaeger": "Jaeger", "all-in-one": "Jaeger",
}

// imageProduct returns the product of an image: by the last part of its name, without tag or digest.
func imageProduct(image string) string {
	name := image[strings.LastIndexByte(image, '/')+1:]
	if n := strings.IndexAny(name, ":@"); n >= 0 {
		name = name[:n]
	}
	return images[strings.ToLower(name)]
}

// resources are products by the beginning of a type of Terraform resource. The first that
// fits counts.
var resources = []struct{ prefix, name string }{
	{"aws_db_", "AWS RDS"}, {"aws_rds_", "AWS RDS"}, {"aws_s3_bucket", "AWS S3"}, {"aws_dynamodb_", "AWS DynamoDB"}, {"aws_elasticache_", "AWS ElastiCache"}, {"aws_sqs_", "AWS SQS"},
	{"aws_sns_", "AWS SNS"}, {"aws_lambda_", "AWS Lambda"}, {"aws_kinesis_", "AWS Kinesis"}, {"aws_ecs_", "AWS ECS"}, {"aws_eks_", "AWS EKS"}, {"aws_cloudfront_", "AWS CloudFront"},
	{"aws_secretsmanager_", "AWS Secrets Manager"}, {"aws_msk_", "AWS MSK"}, {"aws_opensearch_", "AWS OpenSearch"}, {"aws_redshift_", "AWS Redshift"}, {"aws_", "AWS"},
	{"google_sql_", "Google Cloud SQL"}, {"google_storage_", "Google Cloud Storage"}, {"google_pubsub_", "Google Pub/Sub"}, {"google_container_", "Google Kubernetes Engine"}, {"google_bigquery_", "Google BigQuery"}, {"google_", "Google Cloud"},
	{"azurerm_postgresql_", "Azure Database for PostgreSQL"}, {"azurerm_mssql_", "Azure SQL"}, {"azurerm_storage_", "Azure Storage"}, {"azurerm_cosmosdb_", "Azure Cosmos DB"}, {"azurerm_", "Azure"},
	{"cloudflare_", "Cloudflare"}, {"github_", "GitHub"}, {"kubernetes_", "Kubernetes"}, {"digitalocean_", "DigitalOcean"},
}

func resourceProduct(of string) string {
	for _, r := range resources {
		if strings.HasPrefix(of, r.prefix) {
			return r.name
		}
	}
	return ""
}
