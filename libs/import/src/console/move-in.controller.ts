import { Readable } from 'node:stream';
import { MOVE_IN_FILE_TYPE, moveInFileParts, Role, type MoveInFile, type MoveInStatus } from '@contracts';
import { AppError } from '@kernel';
import { Body, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { BinaryBody, ConsoleController, CurrentActor, type Actor, type ConsoleRequest } from '@platform';
import { MoveInStartDto } from './move-in.dto';
import { MoveIn } from './move-in.service';

@ConsoleController('api/move_in', Role.Root)
export class MoveInController {
  constructor(private readonly moveIn: MoveIn) {}

  @Get()
  status(): Promise<MoveInStatus> {
    return this.moveIn.status();
  }

  /** Takes a SQLite file as the body, while it arrives. */
  @Post('file/:part')
  @BinaryBody(MOVE_IN_FILE_TYPE)
  send(@Param('part') part: string, @Req() request: ConsoleRequest): Promise<MoveInFile> {
    const { body, headers } = request;
    if (!(body instanceof Readable)) throw new AppError('MOVE_IN_NOT_SQLITE'); // an empty body, or JSON
    const length = headers['content-length'];
    return this.moveIn.send(partOf(part), body, length === undefined ? null : Number(length));
  }

  @Delete('file/:part')
  async removeFile(@Param('part') part: string): Promise<void> {
    await this.moveIn.removeFile(partOf(part));
  }

  /** Begins a dry run or an import, which goes on by itself; the status tells what becomes of it. */
  @Post()
  async start(@Body() body: MoveInStartDto, @CurrentActor() actor: Actor): Promise<void> {
    await this.moveIn.start(body, actor);
  }
}

/** @throws AppError MOVE_IN_FILE_PART */
function partOf(text: string) {
  const part = moveInFileParts.find(known => known === text);
  if (!part) throw new AppError('MOVE_IN_FILE_PART');
  return part;
}
