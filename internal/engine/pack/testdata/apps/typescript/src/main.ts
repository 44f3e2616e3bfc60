import { NestFactory } from '@nestjs/core';
import * as cookieParser from 'cookie-parser';

import { AppModule } from './app.module';

async function bootstrap(): Promise<void> {
  const app = await NestFactory.create(AppModule);
  app.use(cookieParser());
  app.enableCors({ origin: 'https://desk.example.org', credentials: true }); // safe: javascript-cors-any-origin
  await app.listen(Number(process.env.PORT ?? 3000));
}

void bootstrap();
