import { Controller, Get } from '@nestjs/common';
import type { Request } from 'express';

enum Color { Red = 1, Green }
interface Named<T = string> extends Base { readonly name?: T; [key: string]: unknown; (x: number): void }
type Keys<T> = { [K in keyof T as `get${K & string}`]: T[K] extends infer U ? U : never };
declare module 'x' { export const y: number; }

// A controller.
@Controller('items')
export abstract class Items<T> implements Named<T> {
  constructor(private readonly db: Db, public size = 1) {}

  @Get(':id')
  async find(@Param('id') id: string, ...rest: (string | null)[]): Promise<T[] | undefined> {
    const rows = await this.db.query<T>(`SELECT * FROM t WHERE id = ${id}`);
    const first = rows[0]! as unknown as { a: [x: number, y?: string] };
    return rows.filter((r): r is NonNullable<T> => r !== null) satisfies T[];
  }

  abstract get total(): number;
}
function over(x: number): void;
function over(x: any, this_?: typeof first) { for (const k in x) delete x[k]; }
