import { Module } from '@nestjs/common';

import { AttachmentsController } from './attachments/attachments.controller';
import { AuthController } from './auth/auth.controller';
import { Database } from './common/database';
import { PartnersController } from './partners/partners.controller';
import { TicketsController } from './tickets/tickets.controller';
import { TicketsService } from './tickets/tickets.service';

@Module({
  controllers: [AttachmentsController, AuthController, PartnersController, TicketsController],
  providers: [Database, TicketsService],
})
export class AppModule {}
