import { Body, Controller, Get, Param, ParseIntPipe, Post, Query } from '@nestjs/common';
import { ItemsService } from './items.service';
import { CreateItemDto } from './create-item.dto';
@Controller('items')
export class ItemsController {
  constructor(private readonly items: ItemsService) {}
  @Get() list(@Query('name') name: string) { return this.items.byName(name); }
  @Get('sorted') sorted(@Query('sort') sort: string) { return this.items.sorted(sort); }
  @Get(':id') one(@Param('id', ParseIntPipe) id: number) { return this.items.one(id); }
  @Post() create(@Body() dto: CreateItemDto) { return this.items.create(dto); }
}
