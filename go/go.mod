module crdc/go

go 1.21
