import { Injectable } from '@nestjs/common';

import { Database } from '../common/database';

export interface Ticket {
  id: number;
  title: string;
  owner: string;
}

@Injectable()
export class TicketsService {
  constructor(private readonly database: Database) {}

  // The title is what somebody typed, see tickets.controller.ts.
  async byTitle(title: string): Promise<Ticket[]> {
    const found = await this.database.pool.query(`SELECT * FROM tickets WHERE title ILIKE '%${title}%'`); // finds: javascript-sql-injection
    return found.rows;
  }

  async byOwner(owner: string): Promise<Ticket[]> {
    const found = await this.database.pool.query('SELECT * FROM tickets WHERE owner = $1', [owner]); // safe: javascript-sql-injection
    return found.rows;
  }
}
