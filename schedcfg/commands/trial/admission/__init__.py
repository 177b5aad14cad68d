"""What an API server does with objects that are created, as far as it decides where Pods go."""
