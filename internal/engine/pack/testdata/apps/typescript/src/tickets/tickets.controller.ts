import { Body, Controller, Delete, Get, Header, Param, ParseIntPipe, Post, Query, Res } from '@nestjs/common';
import { Response } from 'express';
import * as escapeHtml from 'escape-html';

import { Database } from '../common/database';
import { Ticket, TicketsService } from './tickets.service';

const orders: Record<string, string> = { title: 'title', age: 'created_at' };

@Controller('tickets')
export class TicketsController {
  constructor(private readonly tickets: TicketsService, private readonly database: Database) {}

  @Get()
  find(@Query('title') title: string, @Query('owner') owner?: string): Promise<Ticket[]> {
    return owner ? this.tickets.byOwner(owner) : this.tickets.byTitle(title);
  }

  @Get('sorted')
  async sorted(@Query('by') by: string): Promise<Ticket[]> {
    const order = orders[by] ?? 'title';
    const found = await this.database.pool.query('SELECT * FROM tickets ORDER BY ' + order); // safe: javascript-sql-injection
    return found.rows;
  }

  @Get('of/:owner')
  async of(@Param('owner') owner: string): Promise<Ticket[]> {
    const text = "SELECT * FROM tickets WHERE owner = '" + owner + "'";
    const found = await this.database.pool.query(text); // finds: javascript-sql-injection
    return found.rows;
  }

  @Delete(':id')
  async remove(@Param('id', ParseIntPipe) id: number): Promise<void> {
    await this.database.pool.query('DELETE FROM tickets WHERE id = ' + id); // safe: javascript-sql-injection
  }

  @Get('missing')
  @Header('Content-Type', 'text/html')
  missing(@Query('title') title: string, @Res() res: Response): void {
    res.send('<p>There is no ticket ' + title + '</p>'); // finds: javascript-xss
  }

  @Get('gone')
  @Header('Content-Type', 'text/html')
  gone(@Query('title') title: string, @Res() res: Response): void {
    res.send('<p>The ticket ' + escapeHtml(title) + ' is gone</p>'); // safe: javascript-xss
  }

  @Post('rate')
  rate(@Body() body: { formula: string }): number {
    return new Function('hours', 'return ' + body.formula)(1); // finds: javascript-code-injection
  }

  @Post('hours')
  hours(@Body() body: { hours: string }): number {
    return Number(body.hours) * 2; // safe: javascript-code-injection
  }

  @Get('back')
  back(@Query('to') to: string, @Res() res: Response): void {
    res.redirect(to); // finds: javascript-open-redirect
  }

  @Get('home')
  home(@Query('id') id: string, @Res() res: Response): void {
    res.redirect('/tickets/' + encodeURIComponent(id)); // safe: javascript-open-redirect
  }
}
