import { Module } from '@nestjs/common';
import { Credentials } from './credentials';
import { DefaultPasswordWatch } from './default-password-watch';
import { IdentityEntity } from './identity.entity';
import { IdentityStore } from './identity.store';
import { QuotaReminder } from './quota-reminder';
import { RootAccount } from './root-account';
import { RootNotices } from './root-notices';
import { SelfController } from './self.controller';
import { SelfService } from './self.service';
import { TestMailController } from './test-mail.controller';
import { TestMailService } from './test-mail.service';
import { UserChanges } from './user-changes';
import { UserCreation } from './user-creation';
import { UserEditService } from './user-edit.service';
import { UserListReadModel } from './user-list.read-model';
import { UserManageService } from './user-manage.service';
import { UserController } from './user.controller';
import { UserEntity } from './user.entity';
import { UserService } from './user.service';
import { UserStore } from './user.store';

export const userEntities = [UserEntity, IdentityEntity];

/** Accounts of users, and the changes that users and administrators may make to them. */
@Module({
  controllers: [SelfController, UserController, TestMailController],
  providers: [
    UserStore,
    IdentityStore,
    UserChanges,
    UserCreation,
    UserService,
    UserEditService,
    UserManageService,
    UserListReadModel,
    SelfService,
    Credentials,
    RootAccount,
    DefaultPasswordWatch,
    QuotaReminder,
    RootNotices,
    TestMailService,
  ],
  exports: [UserStore, IdentityStore, UserChanges, UserService, SelfService, Credentials, DefaultPasswordWatch],
})
export class UserModule {}
