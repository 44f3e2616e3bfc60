import { createCipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import { Controller, Get, Headers, Post, Res } from '@nestjs/common';
import { Response } from 'express';
import * as jwt from 'jsonwebtoken';

@Controller('auth')
export class AuthController {
  @Post('login')
  login(@Res({ passthrough: true }) res: Response): void {
    const token = jwt.sign({ sub: 'agent' }, process.env.TICKETS_KEY as string, { expiresIn: '1h' }); // safe: javascript-jwt-hardcoded-secret
    res.cookie('session', token, { httpOnly: true, secure: true, sameSite: 'strict' }); // safe: javascript-insecure-cookie
  }

  @Post('guest')
  guest(@Res({ passthrough: true }) res: Response): void {
    const token = jwt.sign({ sub: 'guest' }, 'help-desk-of-kiel'); // finds: javascript-jwt-hardcoded-secret
    res.cookie('session', token, { secure: false }); // finds: javascript-insecure-cookie, javascript-session-cookie-no-httponly
  }

  @Get('me')
  me(@Headers('authorization') header: string): string | undefined {
    const claims = jwt.verify(header.slice(7), process.env.TICKETS_KEY as string, { algorithms: ['HS256'] }) as jwt.JwtPayload; // safe: javascript-jwt-not-verified
    return claims.sub;
  }

  @Get('who')
  who(@Headers('authorization') header: string): string | undefined {
    const claims = jwt.decode(header.slice(7)) as jwt.JwtPayload; // finds: javascript-jwt-not-verified
    return claims.sub;
  }
}

export function fingerprint(card: string): string {
  return createHash('sha1').update(card).digest('hex'); // finds: javascript-weak-hash
}

export function checksum(data: string): string {
  return createHash('sha256').update(data).digest('hex'); // safe: javascript-weak-hash
}

export function resetToken(): string {
  const token = Math.random().toString(36).slice(2); // finds: javascript-insecure-random
  return token;
}

export function inviteToken(): string {
  const token = randomBytes(16).toString('hex'); // safe: javascript-insecure-random
  return token;
}

export function same(given: Buffer, signature: Buffer): boolean {
  return timingSafeEqual(given, signature); // safe: javascript-timing-unsafe-compare
}

export function seal(text: string, key: Buffer): string {
  const cipher = createCipheriv('aes-256-cbc', key, Buffer.from('0123456789abcdef')); // finds: javascript-static-iv
  return cipher.update(text, 'utf8', 'hex') + cipher.final('hex');
}

export function sealWell(text: string, key: Buffer): string {
  const cipher = createCipheriv('aes-256-cbc', key, randomBytes(16)); // safe: javascript-static-iv
  return cipher.update(text, 'utf8', 'hex') + cipher.final('hex');
}
