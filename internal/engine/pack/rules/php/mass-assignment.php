<?php

function store(Request $request, User $user)
{
    // ruleid: php-mass-assignment
    User::create($request->all());
    // ruleid: php-mass-assignment
    $user->update($request->all());
    // ruleid: php-mass-assignment
    $user->forceFill($request->all())->save();
    // ruleid: php-mass-assignment
    Model::unguard();
    // ok: php-mass-assignment
    User::create($request->only(['name', 'email']));
    // ok: php-mass-assignment
    $user->update($request->validated());
    // ok: php-mass-assignment
    $this->userService->create($request->all());
}
