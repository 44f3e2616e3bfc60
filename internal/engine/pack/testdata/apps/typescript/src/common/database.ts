import { Injectable } from '@nestjs/common';
import { Pool, QueryResult } from 'pg';

@Injectable()
export class Database {
  readonly pool = new Pool({
    host: process.env.DB_HOST,
    user: 'tickets',
    password: process.env.DB_PASSWORD, // safe: javascript-hardcoded-database-password
    database: 'tickets',
  });

  rows(text: string, values: unknown[] = []): Promise<QueryResult> {
    return this.pool.query(text, values);
  }
}

export const archive = new Pool({ host: 'archive.internal', user: 'archive', password: 'Winter-in-Kiel', database: 'tickets' }); // finds: javascript-hardcoded-database-password
