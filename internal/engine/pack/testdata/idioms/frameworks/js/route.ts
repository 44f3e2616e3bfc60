import { NextRequest, NextResponse } from 'next/server';
import type { NextApiRequest, NextApiResponse } from 'next';
import { exec } from 'child_process';
export async function GET(request: NextRequest) { exec('ls ' + request.nextUrl.searchParams.get('d')); } // finds: javascript-command-injection
export async function POST(req: Request) { const { d } = await req.json(); exec('ls ' + d); } // finds: javascript-command-injection
export async function PUT(req: Request, { params }: { params: { id: string } }) { exec('ls ' + params.id); } // finds: javascript-command-injection
export default function handler(req: NextApiRequest, res: NextApiResponse) { exec('ls ' + req.query.d); } // finds: javascript-command-injection
export async function action(formData: FormData) { 'use server'; exec('ls ' + formData.get('d')); } // finds: javascript-command-injection
