Redoc.init('/api/v1/openapi.yaml', { hideHostname: true, nativeScrollbars: true, expandResponses: '200,201', scrollYOffset: 48 }, document.getElementById('reference'));
