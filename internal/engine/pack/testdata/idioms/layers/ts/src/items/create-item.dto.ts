import { IsInt, IsString, IsIn } from 'class-validator';
export class CreateItemDto { @IsString() name: string; @IsInt() price: number; @IsIn(['a', 'b']) kind: string; }
