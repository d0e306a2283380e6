"""What deploys Pomona: the image, compose.yaml, k8s/ and the paths they share."""
