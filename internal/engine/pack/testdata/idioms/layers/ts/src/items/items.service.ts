import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CreateItemDto } from './create-item.dto';
import { column } from '../checks';
@Injectable()
export class ItemsService {
  constructor(private readonly db: DataSource) {}
  byName(name: string) { return this.db.query(`select * from items where name = '${name}'`); } // finds: javascript-sql-injection
  sorted(sort: string) { return this.db.query(`select * from items order by ${column(sort)}`); }
  one(id: number) { return this.db.query(`select * from items where id = ${id}`); }
  create(dto: CreateItemDto) { return this.db.query(`insert into items (name) values ('${dto.name}')`); } // finds: javascript-sql-injection
}
