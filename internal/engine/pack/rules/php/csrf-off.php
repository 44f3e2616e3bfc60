<?php

// ruleid: php-csrf-off
Route::post('/pay', 'Pay@store')->withoutMiddleware(VerifyCsrfToken::class);
// ruleid: php-csrf-off
$resolver->setDefaults(['data_class' => User::class, 'csrf_protection' => false]);
// ruleid: php-csrf-off
$this->enableCsrfValidation = false;

// ok: php-csrf-off
Route::post('/pay', 'Pay@store')->withoutMiddleware(Throttle::class);
// ok: php-csrf-off
$resolver->setDefaults(['data_class' => User::class]);
// ok: php-csrf-off
$this->enableCsrfValidation = true;
