import { Controller, Get, Param, ParseIntPipe, Query } from '@nestjs/common';

@Controller('users')
export class UsersController {
  @Get(':id')
  one(@Param('id', ParseIntPipe) id: number) {
    // ok: javascript-sql-injection
    return this.pool.query('SELECT * FROM users WHERE id = ' + id);
  }

  @Get()
  some(@Query('limit') limit: number) {
    // ruleid: javascript-sql-injection
    return this.pool.query('SELECT * FROM users LIMIT ' + limit);
  }

  @Get('of/:name/:page')
  of(@Param('name') name: string, @Param('page', new ParseIntPipe()) page: number) {
    // ruleid: javascript-sql-injection
    this.pool.query("SELECT * FROM users WHERE name = '" + name + "'");
    // ok: javascript-sql-injection
    return this.pool.query('SELECT * FROM users OFFSET ' + page);
  }
}
