import { exec, execFile } from 'node:child_process';
import { promises as fs } from 'node:fs';
import * as path from 'node:path';

import { BadRequestException, Body, Controller, Get, Post, Query } from '@nestjs/common';

import { thumbnail } from './thumbnail';

const folder = '/var/lib/tickets';

@Controller('attachments')
export class AttachmentsController {
  @Get('raw')
  async raw(@Query('name') name: string): Promise<string> {
    return fs.readFile(path.join(folder, name), 'utf8'); // finds: javascript-path-traversal
  }

  @Get('file')
  async file(@Query('name') name: string): Promise<string> {
    const full = path.resolve(folder, name);
    if (!full.startsWith(folder + path.sep)) {
      throw new BadRequestException();
    }
    return fs.readFile(full, 'utf8'); // safe: javascript-path-traversal
  }

  @Get('base')
  async base(@Query('name') name: string): Promise<string> {
    return fs.readFile(path.join(folder, path.basename(name)), 'utf8'); // safe: javascript-path-traversal
  }

  @Post('thumbnail')
  make(@Body() body: { name: string; size: string }): void {
    thumbnail(body.name, body.size);
  }

  @Post('print')
  print(@Body('printer') printer: string): void {
    exec('lp -d ' + printer + ' /srv/ticket.pdf'); // finds: javascript-command-injection
  }

  @Post('copies')
  copies(@Body('copies') copies: string): void {
    execFile('lp', ['-n', copies, '/srv/ticket.pdf']); // safe: javascript-command-injection
  }
}
