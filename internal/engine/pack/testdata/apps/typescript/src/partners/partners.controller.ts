import * as https from 'node:https';

import { BadRequestException, Body, Controller, Post } from '@nestjs/common';
import axios from 'axios';
import * as _ from 'lodash';

const partners = new Map([['garage', 'https://garage.example.org/status']]);

const lenient = new https.Agent({ rejectUnauthorized: false }); // finds: javascript-tls-verify-off
const strict = new https.Agent({ minVersion: 'TLSv1.2' }); // safe: javascript-tls-verify-off, javascript-old-tls

const settings = { view: { page: 1 } };

@Controller('partners')
export class PartnersController {
  @Post('fetch')
  async fetch(@Body('url') url: string): Promise<number> {
    const answer = await axios.get(url, { httpsAgent: strict }); // finds: javascript-ssrf
    return answer.status;
  }

  @Post('status')
  async status(@Body('partner') partner: string): Promise<number> {
    const url = partners.get(partner);
    if (url === undefined) {
      throw new BadRequestException();
    }
    const answer = await axios.get(url, { httpsAgent: lenient }); // safe: javascript-ssrf
    return answer.status;
  }

  @Post('settings')
  change(@Body() body: object): object {
    return _.merge(settings, body); // finds: javascript-prototype-pollution
  }

  @Post('page')
  page(@Body() body: { page: number }): object {
    return { ...settings, view: { page: Number(body.page) } }; // safe: javascript-prototype-pollution
  }
}
