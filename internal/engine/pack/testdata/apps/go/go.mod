module parcels

go 1.24
