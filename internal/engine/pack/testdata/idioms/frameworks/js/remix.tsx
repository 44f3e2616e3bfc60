import { exec } from 'child_process';
import type { LoaderFunctionArgs, ActionFunctionArgs } from '@remix-run/node';
export async function loader({ request, params }: LoaderFunctionArgs) { exec('ls ' + params.id); return null; } // finds: javascript-command-injection
export async function action({ request }: ActionFunctionArgs) { const f = await request.formData(); exec('ls ' + f.get('d')); return null; } // finds: javascript-command-injection
