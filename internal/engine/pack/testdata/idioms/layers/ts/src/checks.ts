const COLUMNS = ['name', 'price'];
export function column(name: string): string {
  if (!COLUMNS.includes(name)) throw new Error('unknown column');
  return name;
}
