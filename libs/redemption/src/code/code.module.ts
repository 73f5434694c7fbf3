import { Module } from '@nestjs/common';

/** Redemption codes: made by administrators, spent once by somebody. */
@Module({ controllers: [], providers: [], exports: [] })
export class CodeModule {}
